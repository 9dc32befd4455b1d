"""What tests/ci/test-record-page and test-audit-page do: a page as a phone and as a printer show it, asked of the
browser itself by the protocol of its developer tools.

Usage: media.py CHROMIUM PAGE...
"""
import json
import os
import subprocess
import sys
import tempfile

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
PAPER = {"width": 1031, "height": 703, "deviceScaleFactor": 1, "mobile": False}  # A4 across, less the margins, at 96 dpi
# A filter that nothing fits: a page that is filed leaves out nothing.
HIDE_ALL = """(function () {
  const text = document.getElementById('text');
  if (text) { text.value = 'no row says this'; text.dispatchEvent(new Event('input')); }
  window.dispatchEvent(new Event('beforeprint'));
  return document.querySelectorAll('.entries tbody tr[hidden]').length;
})()"""
LOOK = """(function () {
  const shown = (node) => node.getClientRects().length > 0;
  const count = (selector) => Array.from(document.querySelectorAll(selector)).filter(shown).length;
  const edges = Array.from(document.querySelectorAll('main *')).filter((node) => !node.closest('.wide, .entries thead'));
  return {width: document.documentElement.scrollWidth, window: window.innerWidth,
    outside: edges.filter((node) => node.getBoundingClientRect().right > window.innerWidth + 1).length,
    wide: Array.from(document.querySelectorAll('.wide')).filter((node) => node.scrollWidth > node.clientWidth + 1).length,
    rows: count('.entries tbody tr'), all: document.querySelectorAll('.entries tbody tr').length,
    controls: count('.filter, .filter *, input, select, textarea'),
    reasons: count('details p'), details: document.querySelectorAll('details p').length};
})()"""
failures = 0


class Browser:
    def __init__(self, program, profile):
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()
        command = [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
                   "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={profile}", "about:blank"]
        script = f"exec 3<&{to_read} 4>&{from_write}; exec \"$@\""
        self.process = subprocess.Popen(["sh", "-c", script, "sh", *command], pass_fds=(to_read, from_write), stderr=subprocess.DEVNULL,
                                        env=os.environ | {"HOME": profile})
        os.close(to_read)
        os.close(from_write)
        self.out, self.answers = os.fdopen(to_write, "wb", buffering=0), os.fdopen(from_read, "rb")
        self.left, self.last, self.session = b"", 0, None

    def receive(self):
        while b"\0" not in self.left:
            piece = self.answers.read1(65536)
            if not piece:
                sys.exit("FAILED: the browser ended")
            self.left += piece
        text, self.left = self.left.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, **parameters):
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters} | ({"sessionId": self.session} if self.session else {})
        self.out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.last:
                if "error" in answer:
                    sys.exit(f"FAILED: {method}: {answer['error']}")
                return answer["result"]

    def open(self, page, has_scripts=True):
        self.session = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask("Page.enable")
        self.ask("Emulation.setScriptExecutionDisabled", value=not has_scripts)
        self.ask("Page.navigate", url="file://" + os.path.abspath(page))
        while self.receive().get("method") != "Page.loadEventFired":
            pass
        self.ask("Emulation.setScriptExecutionDisabled", value=False)

    def evaluate(self, script):
        return self.ask("Runtime.evaluate", expression=script, returnByValue=True)["result"].get("value")

    def close(self):
        self.session = None
        self.ask("Browser.close")
        self.process.wait(timeout=30)


def check(holds, what):
    global failures
    print("ok:" if holds else "FAILED:", what)
    failures += not holds


def look_at(browser, page):
    name = os.path.basename(page)
    browser.open(page)
    browser.ask("Emulation.setDeviceMetricsOverride", **PHONE)
    seen = browser.evaluate(LOOK)
    fits = seen["width"] <= PHONE["width"] and seen["window"] == PHONE["width"] and seen["outside"] == 0
    check(fits and seen["rows"] == seen["all"] > 0, f"{name} on a phone: nothing is wider than it, all rows are there {seen}")
    browser.ask("Emulation.setDeviceMetricsOverride", **PAPER)
    browser.ask("Emulation.setEmulatedMedia", media="print")
    hidden = browser.evaluate(HIDE_ALL)
    seen = browser.evaluate(LOOK)
    check(seen["rows"] == seen["all"] == hidden > 0, f"{name} in print: all rows, whatever is filtered ({seen['rows']} of {seen['all']}, {hidden} filtered)")
    check(seen["controls"] == 0, f"{name} in print: no controls ({seen['controls']})")
    check(seen["reasons"] == seen["details"], f"{name} in print: what is folded is open ({seen['reasons']} of {seen['details']})")
    check(seen["width"] <= PAPER["width"] and seen["wide"] == 0, f"{name} in print: nothing is cut off {seen}")
    browser.open(page, has_scripts=False)
    seen = browser.evaluate(LOOK)
    check(seen["rows"] == seen["all"] > 0 and seen["controls"] == 0, f"{name} without scripts: all rows, and no controls that do nothing {seen}")


def main():
    program, pages = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(program, profile)
        for page in pages:
            look_at(browser, page)
        browser.close()
    sys.exit(1 if failures else 0)


main()
