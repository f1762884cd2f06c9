// Results as TAP, which Meson reads.

import type {
  FullConfig, Reporter, Suite, TestCase, TestError, TestResult,
} from "@playwright/test/reporter";

export default class TapReporter implements Reporter {
  #count = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    console.log(`1..${suite.allTests().length}`);
  }

  /** Trouble outside of any test, such as a server that does not start. */
  onError({ message }: TestError): void {
    console.log(`Bail out! ${(message ?? "").replaceAll("\n", " ")}`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const name = test.titlePath().filter(Boolean).join(" > ").replaceAll("#", "");
    const isPassed = result.status === "passed";
    if (!isPassed && result.retry < test.retries) console.log(`# tried again: ${name}`);
    else console.log(`${isPassed ? "ok" : "not ok"} ${++this.#count} - ${name}`);
    for (const { message } of result.errors) {
      for (const line of (message ?? "").split("\n")) console.log(`# ${line}`);
    }
  }
}
