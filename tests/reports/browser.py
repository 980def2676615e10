"""Drives headless Chromium over its DevTools pipe, with the standard library
alone. Used by the tests of tests/reports/page_tests.py.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, "ArrowLeft": 37, "ArrowUp": 38,
        "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35, "/": 191}


def find_chromium():
    """Returns the path of a Chromium, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    return None


class Page:
    """One tab. `trouble` collects console errors and uncaught exceptions."""

    def __init__(self, chromium, limit_seconds=30):
        self.limit = limit_seconds
        self.trouble = []
        self.requests = []
        self._next = 0
        self._buffer = b""
        self._profile = tempfile.TemporaryDirectory()
        to_read, self._to = os.pipe()
        self._from, to_write = os.pipe()

        def at_three_and_four():
            # Through high numbers, so that neither replaces the other.
            high_read, high_write = os.dup2(to_read, 90), os.dup2(to_write, 91)
            os.dup2(high_read, 3)
            os.dup2(high_write, 4)

        self._process = subprocess.Popen(
            [chromium, "--headless=new", "--no-sandbox", "--disable-gpu",
             "--remote-debugging-pipe", "--no-first-run", "--mute-audio",
             "--disable-dev-shm-usage", "--disable-background-networking",
             "--force-color-profile=srgb",
             f"--user-data-dir={self._profile.name}", "about:blank"],
            close_fds=False, preexec_fn=at_three_and_four,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(t for t in targets if t["type"] == "page")
        self._tab = self.call("Target.attachToTarget",
                              targetId=target["targetId"],
                              flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def close(self):
        try:
            self.call("Browser.close")
            self._process.wait(10)
        except Exception:  # pylint: disable=broad-except
            self._process.kill()
            self._process.wait()
        os.close(self._to)
        os.close(self._from)
        self._profile.cleanup()

    def call(self, method, **parameters):
        """Sends one command and returns its result."""
        self._next += 1
        message = {"id": self._next, "method": method, "params": parameters}
        if hasattr(self, "_tab"):
            message["sessionId"] = self._tab
        os.write(self._to, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + self.limit
        while True:
            reply = self._message(until)
            if reply.get("id") == self._next:
                if "error" in reply:
                    raise RuntimeError(f"{method}: {reply['error']}")
                return reply["result"]

    def _message(self, until):
        while b"\0" not in self._buffer:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self._from], [], [], left)[0]:
                raise TimeoutError(f"Chromium is silent for {self.limit} s")
            chunk = os.read(self._from, 1 << 20)
            if not chunk:
                raise RuntimeError("Chromium has ended")
            self._buffer += chunk
        text, self._buffer = self._buffer.split(b"\0", 1)
        message = json.loads(text)
        parameters = message.get("params", {})
        match message.get("method"):
            case "Runtime.exceptionThrown":
                self.trouble.append(parameters["exceptionDetails"])
            case "Runtime.consoleAPICalled":
                if parameters["type"] in ("error", "warning", "assert"):
                    self.trouble.append(parameters["args"])
            case "Log.entryAdded":
                self.trouble.append(parameters["entry"])
            case "Network.requestWillBeSent":
                self.requests.append(parameters["request"]["url"])
        return message

    def evaluate(self, expression):
        """Returns the value of an expression of JavaScript."""
        result = self.call("Runtime.evaluate", expression=expression,
                           returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait_for(self, expression):
        """Returns the first true value of an expression."""
        until = time.monotonic() + self.limit
        while not (value := self.evaluate(expression)):
            if time.monotonic() > until:
                raise TimeoutError(f"never true: {expression}")
            time.sleep(0.02)
        return value

    def open(self, url):
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)
        self.wait_for("document.readyState === 'complete' && "
                      "!!document.querySelector('h1')")

    def press(self, key, modifiers=0):
        for kind in ("rawKeyDown", "char", "keyUp"):
            if kind == "char" and key != "Enter":
                continue
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      modifiers=modifiers, windowsVirtualKeyCode=KEYS[key],
                      **({"text": "\r"} if kind == "char" else {}))

    def click(self, selector):
        """Clicks with the mouse on what a selector finds first."""
        x, y = self.evaluate(f"""(() => {{
            const node = document.querySelector({json.dumps(selector)});
            node.scrollIntoView({{block: 'center', inline: 'center'}});
            const box = node.getBoundingClientRect();
            return [box.x + Math.min(box.width / 2, 20), box.y + 6]; }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y,
                      button="left", clickCount=1)

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width,
                  height=height, deviceScaleFactor=1, mobile=False)

    def emulate(self, **features):
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value}
            for name, value in features.items()])

    def screenshot(self, path):
        shot = self.call("Page.captureScreenshot", format="png")
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))
