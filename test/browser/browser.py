"""A headless Chromium, spoken to over a pipe in the DevTools protocol: messages are JSON, each
ends in a zero byte.

    browser.py FILE.html OUTPUT.png [dark] [narrow] [print]     takes a picture
"""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile
import time

CHROMIUM = shutil.which("chromium")
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage", "--remote-debugging-pipe"]


class Browser:
    """With one page.  `errors` are the complaints of all pages so far: exceptions, what the console
    got, what the browser itself logs (a resource that could not be loaded, a policy violated)."""

    def __init__(self, timeout=60):
        self.timeout = timeout
        self.profile = tempfile.mkdtemp(prefix="nadir-browser-")
        to_read, self.to = os.pipe()
        self.from_, from_write = os.pipe()

        def set_up():  # the browser reads from 3 and writes to 4
            keep = os.dup(to_read), os.dup(from_write)
            os.dup2(keep[0], 3)
            os.dup2(keep[1], 4)

        self.process = subprocess.Popen(
            [CHROMIUM, *FLAGS, f"--user-data-dir={self.profile}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            close_fds=False, preexec_fn=set_up)
        os.close(to_read)
        os.close(from_write)
        self.buffer, self.last_id, self.events, self.errors = b"", 0, [], []
        self.session = None
        target = next(t for t in self.call("Target.getTargets")["targetInfos"]
                      if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"],
                                 flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Log", "Network":
            self.call(domain + ".enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.from_)
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, deadline):
        while b"\0" not in self.buffer:
            if not select.select([self.from_], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            data = os.read(self.from_, 1 << 20)
            if not data:
                raise EOFError("the browser has ended")
            self.buffer += data
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def note(self, event):
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.errors.append(params["exceptionDetails"]["text"])
        elif method == "Runtime.consoleAPICalled":
            self.errors.append(f"console: {params['args']}")
        elif method == "Log.entryAdded":
            self.errors.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            if not params["request"]["url"].startswith(("file:", "about:")):
                self.errors.append("asked the network for " + params["request"]["url"])
        elif method == "Page.javascriptDialogOpening":
            self.errors.append("opened a dialog")
        self.events.append(method)

    def call(self, method, **params):
        self.last_id += 1
        message = {"id": self.last_id, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + self.timeout
        while True:
            answer = self.receive(deadline)
            if answer.get("id") != self.last_id:
                self.note(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    def open(self, path):
        """Shows a file, and waits until it is loaded."""
        self.events.clear()
        self.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        deadline = time.monotonic() + self.timeout
        while "Page.loadEventFired" not in self.events:
            self.note(self.receive(deadline))

    def ask(self, expression):
        """The value of a JavaScript expression on the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def look(self, width=1000, height=800, dark=False, media=""):
        """The size of the window, and what the page is shown on."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def picture(self, path):
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=True)
        pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=False)["data"])


def main():
    page, output, *ways = sys.argv[1:]
    browser = Browser()
    browser.open(page)
    if "print" in ways:
        pathlib.Path(output).write_bytes(browser.pdf())
    else:
        browser.look(390 if "narrow" in ways else 1000, dark="dark" in ways)
        browser.picture(output)
    browser.close()
    print("\n".join(browser.errors), end="")


if __name__ == "__main__":
    main()
