/** A page of a real browser that visits a test server as a person would. */

import { type BrowserProcess, startBrowserProcess } from '../../src/browser/process/browser-process.ts';
import { afterFile } from './after-file.ts';
import { browserOptions } from './real-browser.ts';

export interface RealPage {
  /** Resolves when the page has loaded. */
  go(url: string): Promise<void>;
  /** Returns the value of an expression in the page. A promise is awaited. */
  evaluate<Value>(expression: string): Promise<Value>;
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>;
  /** Presses, moves in steps as a hand does, and releases. If both positions are equal, it is a click. */
  drag(from: Place, to: Place): Promise<void>;
  /** Returns the middle of the first element that matches a selector. */
  middleOf(selector: string): Promise<Place>;
  click(selector: string): Promise<void>;
  /** Types into the focused element, as a keyboard does. */
  type(text: string): Promise<void>;
  /** Presses a key by its character or name: `a`, `Tab`, `Escape`, `ArrowRight`, `Enter`. */
  press(key: string): Promise<void>;
  /** Presses a key with `Control` held: `s`, `z`. */
  pressControl(key: string): Promise<void>;
  /** Sets the size of the viewport in CSS pixels, and the colour scheme of the system. */
  look(width: number, height: number, scheme?: 'light' | 'dark'): Promise<void>;
  /** Returns a PNG of the viewport. */
  picture(): Promise<Uint8Array>;
  /** Addresses of all requests so far. */
  readonly requests: readonly string[];
  /** Console messages of level `error`, including violations of the content security policy. */
  readonly errors: readonly string[];
  /** Messages of `console.error`, and uncaught exceptions. */
  readonly scriptErrors: readonly string[];
}

/** Below the time limits of tests that set their own, so that the error names what never became true. */
const untilMilliseconds = 120_000;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Call it at the top of a test file. Pages close with the file. */
export function realPages(): () => Promise<RealPage> {
  let browser: Promise<BrowserProcess> | undefined;
  afterFile(async () => (await browser)?.kill());
  return async () => {
    browser ??= startBrowserProcess(browserOptions);
    return await openPage((await browser).connection);
  };
}

async function openPage(connection: BrowserProcess['connection']): Promise<RealPage> {
  // Untrusted documents go through a proxy, but this page connects directly.
  const { browserContextId } = await connection.browser.send('Target.createBrowserContext', {
    proxyServer: 'direct://',
  });
  const { targetId } = await connection.browser.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
  const session = connection.session(sessionId);
  const requests: string[] = [];
  const errors: string[] = [];
  const scriptErrors: string[] = [];
  session.on('Network.requestWillBeSent', ({ request }) => requests.push(request.url));
  session.on('Log.entryAdded', ({ entry }) => {
    if (entry.level === 'error') errors.push(entry.text);
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text } }) =>
    scriptErrors.push(exception?.description ?? text),
  );
  session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    if (type === 'error') scriptErrors.push(args.map((each) => each.description ?? each.value).join(' '));
  });
  for (const domain of ['Page.enable', 'Network.enable', 'Log.enable', 'Runtime.enable'] as const) {
    await session.send(domain);
  }

  const evaluate = async <Value>(expression: string): Promise<Value> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const until = async (expression: string) => {
    const deadline = Date.now() + untilMilliseconds;
    while (Date.now() < deadline) {
      const isTrue = await evaluate<boolean>(`Boolean(${expression})`).catch(() => false);
      if (isTrue) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const state = await evaluate<string>(
      `JSON.stringify({
        focus: document.activeElement?.outerHTML.slice(0, 200),
        announced: [...document.querySelectorAll('[aria-live], [role=status]')].map((each) => each.textContent),
      })`,
    ).catch((error: Error) => error.message);
    throw new Error(`Not true after ${untilMilliseconds / 1000} s: ${expression}\n${state}`);
  };
  const drag = async (from: Place, to: Place) => {
    const steps = from.x === to.x && from.y === to.y ? 0 : 8;
    const mouse = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', { x, y }: Place) =>
      session.send('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        button: type === 'mouseMoved' ? 'none' : 'left',
        buttons: type === 'mouseReleased' ? 0 : 1,
        clickCount: 1,
      });
    await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...from });
    await mouse('mousePressed', from);
    for (let step = 1; step <= steps; step++) {
      const at = (a: number, b: number) => a + ((b - a) * step) / steps;
      await mouse('mouseMoved', { x: at(from.x, to.x), y: at(from.y, to.y) });
    }
    await mouse('mouseReleased', to);
  };
  const middleOf = async (selector: string): Promise<Place> => {
    await until(`document.querySelector(${JSON.stringify(selector)})`);
    return await evaluate(
      `(() => { const box = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();` +
        ` return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()`,
    );
  };
  return {
    async go(url) {
      await session.send('Page.navigate', { url });
      await until(
        `location.href.split('#')[0] === ${JSON.stringify(url.split('#')[0])} && document.readyState === 'complete'`,
      );
    },
    drag,
    middleOf,
    async click(selector) {
      const place = await middleOf(selector);
      await drag(place, place);
    },
    async type(text) {
      await session.send('Input.insertText', { text });
    },
    async press(key) {
      const codes: Readonly<Record<string, number>> = {
        Backspace: 8,
        Tab: 9,
        Enter: 13,
        Escape: 27,
        ' ': 32,
        End: 35,
        Home: 36,
        ArrowLeft: 37,
        ArrowUp: 38,
        ArrowRight: 39,
        ArrowDown: 40,
      };
      const event = { key, code: key === ' ' ? 'Space' : key, windowsVirtualKeyCode: codes[key] ?? 0 };
      const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined;
      await session.send('Input.dispatchKeyEvent', {
        ...event,
        ...(text === undefined ? { type: 'rawKeyDown' } : { type: 'keyDown', text }),
      });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    },
    async pressControl(key) {
      const event = {
        key,
        code: `Key${key.toUpperCase()}`,
        windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0),
        modifiers: 2,
      };
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    },
    async look(width, height, scheme = 'light') {
      const features = [{ name: 'prefers-color-scheme', value: scheme }];
      await session.send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      });
      await session.send('Emulation.setEmulatedMedia', { features });
    },
    async picture() {
      const { data } = await session.send('Page.captureScreenshot', { format: 'png' });
      return data;
    },
    evaluate,
    until,
    requests,
    errors,
    scriptErrors,
  };
}
