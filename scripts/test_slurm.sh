#!/usr/bin/env bash
# Runs launches for real, through Slurm, GNU parallel and processes, and compares
# the digests with those of runs without shards. Slurm gets four nodes on this
# machine, one of which is killed at work. Needs root, and takes minutes.
# Usage: scripts/test_slurm.sh [BUILD [FILTER]]
# FILTER selects the cases of the check, as in `assay check`. Of all cases, leave
# out two whose records vary from run to run, also without shards:
# -tan:metamorphic:relation=layout,dtype=float64,-ifft:strided_operands
# NumPy's tan depends on where operands are in memory, and making a failing ifft
# smaller takes about the 60 s that it may take.
set -euo pipefail
cd "$(dirname "$0")/.."

build=$(realpath "${1:-build/release}")
filter=${2-neg,add,exp,sort,round,solve}
assay=$build/assay
[[ -x $assay ]] || { echo "There is no $assay; build it first." >&2; exit 1; }
((EUID == 0)) || { echo "The daemons of Slurm need root." >&2; exit 1; }
scripts/install_packages.sh slurm

work=$(mktemp -d)
chmod 755 "$work" # munged demands it
declare -A node_process
daemons=()
running= # the process of assay at work

# Ends what this script started, and no other process: a launch ends its shards,
# and the end of `unshare` ends every process of its node.
cleanup() {
  local status=$?
  [[ -z $running ]] || {
    kill -TERM "$running" 2> /dev/null || true
    wait "$running" 2> /dev/null || true
  }
  kill -KILL "${node_process[@]}" 2> /dev/null || true
  kill -TERM "${daemons[@]}" 2> /dev/null || true
  wait 2> /dev/null || true
  if ((status == 0)); then rm -rf "$work"; else echo "See $work" >&2; fi
}
trap cleanup EXIT
trap 'exit 130' INT TERM

passed=0
failed=0
check() { # NAME COMMAND...
  local name=$1 from=$SECONDS
  shift
  if "$@"; then
    passed=$((passed + 1))
    echo "ok      $name ($((SECONDS - from)) s)"
  else
    failed=$((failed + 1))
    echo "FAILED  $name ($((SECONDS - from)) s)"
  fi
}

# Runs a program in the background, so that a signal to this script ends it at
# once. Exit codes 0 and 1 are both results, because the check does not conform
# to nx.
run() { # OUTPUT PROGRAM...
  local status=0 output=$1
  shift
  "$@" > "$output" 2> "$output.err" &
  running=$!
  wait "$running" || status=$?
  running=
  ((status <= 1)) || { cat "$output.err" >&2; return 1; }
}

# A port that is free for each daemon.
ports=($(python3 -c '
import socket
sockets = [socket.socket() for _ in range(5)]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))'))

start_node() { # NAME
  mkdir -p "$work/spool-$1"
  # In a namespace of its own, a node dies with all that runs on it.
  unshare --pid --fork --kill-child --mount-proc \
    slurmd -D -N "$1" -f "$SLURM_CONF" > "$work/$1.log" 2>&1 &
  node_process[$1]=$!
}

start_slurm() {
  export SLURM_CONF=$work/slurm.conf
  dd if=/dev/urandom of="$work/munge.key" bs=128 count=1 status=none
  chmod 600 "$work/munge.key"
  munged --force --foreground --socket="$work/munge.sock" \
    --key-file="$work/munge.key" --pid-file="$work/munge.pid" \
    --log-file="$work/munge.log" --seed-file="$work/munge.seed" \
    > "$work/munged.out" 2>&1 &
  daemons+=($!)
  mkdir "$work/state"
  cat > "$SLURM_CONF" << CONF
ClusterName=assay
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=${ports[0]}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.sock,cred_expire=10
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
KillWait=5
MaxArraySize=100001
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=${ports[1]} CPUs=2 RealMemory=1000
NodeName=n2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=${ports[2]} CPUs=2 RealMemory=1000
NodeName=n3 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=${ports[3]} CPUs=2 RealMemory=1000
NodeName=n4 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=${ports[4]} CPUs=2 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  slurmctld -D -i -f "$SLURM_CONF" > "$work/slurmctld.log" 2>&1 &
  daemons+=($!)
  for node in n1 n2 n3 n4; do start_node "$node"; done
  local try
  for try in {1..60}; do
    [[ $(sinfo -h -t idle -o %D 2> /dev/null) == 4 ]] && return 0
    sleep 0.5
  done
  sinfo || true
  return 1
}

digest_of() { grep '^digest: \|^  digest: ' "$1" | tail -n 1; }

# Runs a launch in the folder $work/NAME and keeps its report in NAME.txt.
launch() { # NAME ENGINE OPTION... -- COMMAND...
  local name=$1 engine=$2
  shift 2
  run "$work/$name.txt" "$assay" launch --engine "$engine" --shards 8 \
    --out "$work/$name" "$@"
}

# Waits until a launch has records, and kills the first node that is at work.
kill_a_node() { # NAME
  local try node
  for try in {1..600}; do
    node=$(squeue -h -t R -o %N | head -n 1)
    if [[ -n $node ]] && grep -qs . "$work/$1"/part-*/records.jsonl.partial \
      "$work/$1"/part-*.jsonl.partial; then
      kill -KILL "${node_process[$node]}"
      echo "$node" > "$work/$1.killed"
      return 0
    fi
    sleep 0.1
  done
  return 1
}

launch_and_kill() { # NAME COMMAND...
  local name=$1 status=0
  shift
  kill_a_node "$name" &
  local killing=$!
  launch "$name" slurm -- "$@" || status=1
  wait "$killing" || return 1
  start_node "$(cat "$work/$name.killed")"
  return "$status"
}

# Compares the digest that a launch printed, and for a sweep its file.
same_as_serial() { # NAME SERIAL
  local digest
  digest=$(digest_of "$work/$1.txt")
  [[ -n $digest && $digest == "$(digest_of "$work/$2.txt")" ]] || {
    echo "$1: $digest; $2: $(digest_of "$work/$2.txt")" >&2
    return 1
  }
  [[ ! -e $work/$1/whole.jsonl ]] ||
    cmp "$work/$1/whole.jsonl" "$work/$2.jsonl"
}

# A changed record must change the digest, or equal digests would say nothing.
notices_a_change() {
  cp -r "$work/check_local" "$work/changed"
  sed -i '2s/"compared":/"compared":1/' "$work/changed/part-1/records.jsonl"
  run "$work/changed.txt" "$assay" merge "$work"/changed/part-*
  ! same_as_serial changed check_serial 2> /dev/null
}

serial_check() {
  run "$work/serial.txt" "$assay" "${check_words[@]}" --out "$work/serial" &&
    run "$work/check_serial.txt" "$assay" merge "$work/serial"
}

serial_sweep() {
  run "$work/sweep_serial.txt" "$assay" "${sweep_words[@]}" \
    --jobs "$(nproc)" --out "$work/sweep_serial.jsonl"
}

# Slurm writes in its log that it ran a task of the killed node again.
was_requeued() { # NAME
  [[ -s $work/$1.killed ]] && grep -qi requeu "$work/slurmctld.log"
}

numpy="exec:/usr/bin/python3 $PWD/adapters/numpy/backend.py"
# A machine with many shards is slow, and threads of OpenBLAS wait for each
# other; a case that exceeds its time would change the digest.
export OPENBLAS_NUM_THREADS=1
check_words=(check "$numpy" --level standard --timeout 120)
[[ -z $filter ]] || check_words+=(--filter "$filter")
sweep_words=(sweep optimized --op exp --dtype float32)

check "Slurm starts with four nodes" start_slurm
for kind in check sweep; do
  declare -n words=${kind}_words
  check "$kind without shards" "serial_$kind"
  for engine in local parallel slurm; do
    check "$kind in 8 shards, $engine" \
      launch "${kind}_$engine" "$engine" -- "${words[@]}"
    check "$kind in 8 shards, $engine: the digest" \
      same_as_serial "${kind}_$engine" "${kind}_serial"
  done
  check "$kind in 8 shards, slurm, a node killed" \
    launch_and_kill "${kind}_killed" "${words[@]}"
  check "$kind in 8 shards, slurm, a node killed: a task ran again" \
    was_requeued "${kind}_killed"
  check "$kind in 8 shards, slurm, a node killed: the digest" \
    same_as_serial "${kind}_killed" "${kind}_serial"
done
check "a changed record changes the digest" notices_a_change
digest_of "$work/check_serial.txt"
digest_of "$work/sweep_serial.txt"
echo "$passed passed, $failed failed"
((failed == 0))
