/** A clock that stops until a test moves it. */
export interface TestClock {
  readonly now: () => Date;
  set(time: string): void;
  advance(minutes: number): void;
}

export function testClock(start: string): TestClock {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    set(text) {
      time = Date.parse(text);
    },
    advance(minutes) {
      time += minutes * 60_000;
    },
  };
}
