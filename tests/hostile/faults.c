/* One plugin per fault: CMake compiles this file once for each, with FAULT,
 * SPOIL, AT_CREATE or AT_DESTROY set to a function below. Tested by
 * tests/cli/hostile_test.cc. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

struct AssayContext;
struct AssayResults;

/* Something that no compiler sees through. */
static volatile int zero = 0;

static void segfault(void) {
  signal(SIGSEGV, SIG_DFL); /* a sanitizer may have taken it */
  *(volatile int*)(intptr_t)(zero + 8) = 1;
}
/* The same, but whoever watches for signals sees it. */
static __attribute__((noinline)) void write_null(void) {
  *(volatile int*)(intptr_t)(zero + 8) = 1;
  zero = 0; /* so that this function is on the stack in any case */
}
/* Says in which process a call is made. */
static void print_pid(void) {
  printf("called in process %d\n", (int)getpid());
  fflush(stdout);
}
static void divide(void) {
  signal(SIGFPE, SIG_DFL);
  zero = 100 / zero;
}
static void call_abort(void) { abort(); }
static void call_exit(void) { exit(3); }
static void call_exit_now(void) { _exit(0); }
static void spin(void) {
  while (zero == 0) {
  }
}
static void deadlock(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
}
static int recurse(int depth) {
  volatile char frame[4096];
  frame[depth % 4096] = (char)depth;
  return recurse(depth + 1) + frame[(depth + 1) % 4096];
}
static void overflow_stack(void) {
  signal(SIGSEGV, SIG_DFL);
  zero = recurse(0);
}
static void allocate_without_end(void) {
  for (;;) {
    void* volatile memory = malloc(1 << 22);  // or no compiler would keep it
    if (memory == NULL) abort();
    memset(memory, 1, 1 << 22);
  }
}
static void close_files(void) {
  for (int fd = 0; fd < 1024; ++fd) close(fd);
}
static void replace_stdout(void) { dup2(0, 1); }
static void replace_files(void) {
  for (int fd = 3; fd < 1024; ++fd)
    if (fcntl(fd, F_GETFD) != -1) dup2(0, fd);
}
/* Also what looks like a record, and into standard output and error. */
static void write_files(void) {
  static const char text[] =
      "\n{\"id\":\"elementwise/neg:value:dtype=float32,shape=3\","
      "\"verdict\":\"pass\",\"compared\":1,\"max_ulp\":\"0\"}\n";
  for (int fd = 0; fd < 1024; ++fd)
    if (write(fd, text, sizeof text) < 0) continue;
}
static void truncate_files(void) {
  for (int fd = 0; fd < 1024; ++fd)
    if (ftruncate(fd, 0) < 0) continue;
}
/* All memory that this process can write to and shares with another. */
static void fill_shared(int byte) {
  char line[512];
  FILE* maps = fopen("/proc/self/maps", "r");
  if (maps == NULL) abort();
  while (fgets(line, sizeof line, maps) != NULL) {
    unsigned long first, end;
    char rights[5];
    if (sscanf(line, "%lx-%lx %4s", &first, &end, rights) == 3 &&
        strcmp(rights, "rw-s") == 0)
      memset((void*)first, byte, end - first);
  }
  fclose(maps);
}
static void scribble_shared(void) { fill_shared(0xff); }
static void scribble_and_spin(void) {
  fill_shared(0);
  while (zero == 0) {
  }
}
/* The call returns in both processes. */
static void fork_on(void) {
  if (fork() < 0) abort();
}
static void leave_child(void) {
  if (fork() != 0) return;
  for (;;) pause();
}
static void change_limits(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) abort();
  --limit.rlim_cur;
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0) abort();
}
static void set_timer(void) { alarm(1000); }
static void create_timer(void) {
  struct sigevent event = {0};
  struct itimerspec soon = {{0, 0}, {1000, 0}};
  timer_t timer;
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGTERM;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 ||
      timer_settime(timer, 0, &soon, NULL) != 0)
    abort();
}
static void change_umask(void) { umask(0123); }
static void change_variables(void) { setenv("HOSTILE_VARIABLE", "1", 1); }
static void change_niceness(void) {
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 1);
}
static void round_upward(void) { fesetround(FE_UPWARD); }
static void flush_subnormals(void) {
#if defined(__x86_64__)
  _mm_setcsr(_mm_getcsr() | 0x8040);
#else
  fesetround(FE_UPWARD);
#endif
}
static void change_locale(void) { setlocale(LC_ALL, "C.UTF-8"); }
static void change_handlers(void) { signal(SIGFPE, SIG_IGN); }
static void change_folder(void) {
  if (chdir("/") != 0) abort();
}
static void* sleep_on(void* unused) {
  for (;;) pause();
  return unused;
}
static void leave_thread(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sleep_on, NULL);
  pthread_detach(thread);
}
static void print_noise(void) {
  for (int i = 0; i < 1000; ++i) {
    printf("{\"noise\": %d}\n", i);
    fprintf(stderr, "noise\n");
  }
}

/* The functions below are called at every call of an op. */
struct AssayCall;
static void die(const struct AssayCall* call);
static void die_of_most(const struct AssayCall* call);

/* The functions below spoil the one result of flip. */
static void spoil_dtype(struct AssayContext* context,
                        struct AssayResults* results);
static void spoil_shape(struct AssayContext* context,
                        struct AssayResults* results);
static void spoil_strides(struct AssayContext* context,
                          struct AssayResults* results);
static void spoil_offset(struct AssayContext* context,
                         struct AssayResults* results);
static void free_buffer(struct AssayContext* context,
                        struct AssayResults* results);
static void return_nothing(struct AssayContext* context,
                           struct AssayResults* results);

#include "tests/hostile/backend.h"

static void die(const AssayCall* call) {
  (void)call;
  write_null();
}
/* Crashes for most shapes. Few have three or more axes, and the first case of a
 * cell has fewer. */
static void die_of_most(const AssayCall* call) {
  if (call->operands[0].rank < 3) write_null();
}

static void spoil_dtype(AssayContext* context, AssayResults* results) {
  (void)context;
  results->tensors[0].dtype.code = ASSAY_CODE_INT;
}
static void spoil_shape(AssayContext* context, AssayResults* results) {
  (void)context;
  results->tensors[0].shape[0] = 1;
}
static void spoil_strides(AssayContext* context, AssayResults* results) {
  (void)context;
  for (uint32_t axis = 0; axis < results->tensors[0].rank; ++axis)
    results->tensors[0].strides[axis] = 0;
}
static void spoil_offset(AssayContext* context, AssayResults* results) {
  (void)context;
  results->tensors[0].offset += 1 << 20;
}
/* The result names memory that has gone. */
static void free_buffer(AssayContext* context, AssayResults* results) {
  AssayBuffer* gone = (AssayBuffer*)mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  signal(SIGSEGV, SIG_DFL);
  release(context, results->tensors[0].buffer);
  munmap(gone, 4096);
  results->tensors[0].buffer = gone;
}
static void return_nothing(AssayContext* context, AssayResults* results) {
  release(context, results->tensors[0].buffer);
  results->count = 0;
}
