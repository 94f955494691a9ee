/** The clock of the stand-in: real time plus what tests have added. */
export class Clock {
  #offsetMs = 0;

  /** Unix seconds. */
  now(): number {
    return Math.floor((Date.now() + this.#offsetMs) / 1000);
  }

  move(seconds: number): void {
    this.#offsetMs += seconds * 1000;
  }
}
