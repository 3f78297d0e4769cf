// What the measurements of all contenders share.
const WARM_UP = 20;
const COMPILED_AFTER = 1000;
const AT_MOST_MILLIS = 5000;
const PAUSE_MILLIS = 50;

export const pause = (millis) => new Promise((resume) => setTimeout(resume, millis));

// Waits until the ends of all jobs are written, which is when the query finds no row.
export async function noneLeft(pool, query) {
  while ((await pool.query(query)).rowCount > 0) {
    await pause(5);
  }
}

// Counts jobs down; "done" resolves when the last has been run.
export function countdown(jobs) {
  let left = jobs;
  let resolve;
  const done = new Promise((resolved) => (resolve = resolved));
  return {
    done,
    ran(some) {
      left -= some;
      if (left <= 0) resolve();
    },
  };
}

// From just before the call that commits a job to the start of its handler, which calls "seen".
export class PickUps {
  #seen = () => {};

  seen() {
    this.#seen(performance.now());
  }

  async run(probes, send) {
    const begin = performance.now();
    for (let i = 0; i < COMPILED_AFTER && performance.now() - begin < AT_MOST_MILLIS; i++) {
      await this.#once(send);
    }
    const latencies = [];
    for (let i = 0; i < WARM_UP + probes; i++) {
      await pause(PAUSE_MILLIS);
      latencies.push(await this.#once(send));
    }
    const sorted = latencies.slice(WARM_UP).sort((a, b) => a - b);
    const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    return { p50Millis: at(0.5), p99Millis: at(0.99) };
  }

  async #once(send) {
    const seen = new Promise((resolve) => (this.#seen = resolve));
    const before = performance.now();
    await send();
    return (await seen) - before;
  }
}
