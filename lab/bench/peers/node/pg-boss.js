// pg-boss fetching in batches, without a pause while they come full, and listening. Settings: batch, workers.
import pg from "pg";
import { PgBoss } from "pg-boss";
import { countdown, noneLeft, PickUps } from "./measure.js";

const CHUNK = 5_000;
const QUEUE = "noop";
const REST = "select 1 from pgboss.job where state < 'completed' limit 1";

export function create(url, settings) {
  const boss = new PgBoss({ connectionString: url, max: 20, supervise: false, schedule: false, useListenNotify: true });
  boss.on("error", (error) => console.error(error));
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  let waiting = 0;

  const start = (handler) => {
    const options = {
      batchSize: Number(settings.batch ?? 1000),
      localConcurrency: Number(settings.workers ?? 1),
      burstWhenBatchFull: true,
      pollingIntervalSeconds: 0.5,
    };
    return boss.work(QUEUE, options, handler);
  };

  return {
    async prepare() {
      await boss.start();
      await boss.createQueue(QUEUE, { notify: true });
    },

    async fill(jobs) {
      for (let left = jobs; left > 0; left -= CHUNK) {
        await boss.insert(QUEUE, Array(Math.min(left, CHUNK)).fill({ data: {} }));
      }
      waiting += jobs;
    },

    async drain(jobs) {
      const count = countdown(jobs);
      await start(async (batch) => count.ran(batch.length));
      await count.done;
      waiting -= jobs;
      if (waiting === 0) await noneLeft(pool, REST);
      await boss.offWork(QUEUE);
    },

    async pickup(probes) {
      const pickUps = new PickUps();
      await start(async () => pickUps.seen());
      const latencies = await pickUps.run(probes, () => boss.send(QUEUE, {}));
      await boss.offWork(QUEUE);
      return latencies;
    },

    async close() {
      await boss.stop({ graceful: false });
      await pool.end();
    },
  };
}
