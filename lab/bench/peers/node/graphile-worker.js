// graphile-worker with its local queue and batched completion. Settings: localQueue (jobs), completeDelay (ms),
// concurrency.
import { Logger, makeWorkerUtils, run } from "graphile-worker";
import pg from "pg";
import { countdown, noneLeft, PickUps } from "./measure.js";

const CHUNK = 5_000;
const REST = "select 1 from graphile_worker._private_jobs limit 1";

export function create(url, settings) {
  const logger = new Logger(() => () => {});
  const pgPool = new pg.Pool({ connectionString: url, max: 20 });
  pgPool.on("error", (error) => console.error(error));
  pgPool.on("connect", (client) => client.on("error", (error) => console.error(error)));
  let utils;
  let waiting = 0;

  const start = (noop) =>
    run({
      pgPool,
      logger,
      concurrency: Number(settings.concurrency ?? 10),
      noHandleSignals: true,
      taskList: { noop },
      preset: {
        worker: {
          localQueue: { size: Number(settings.localQueue ?? 500) },
          completeJobBatchDelay: Number(settings.completeDelay ?? 0),
        },
      },
    });

  return {
    async prepare() {
      utils = await makeWorkerUtils({ pgPool, logger });
      await utils.migrate();
    },

    async fill(jobs) {
      for (let left = jobs; left > 0; left -= CHUNK) {
        await utils.addJobs(Array(Math.min(left, CHUNK)).fill({ identifier: "noop", payload: {} }));
      }
      waiting += jobs;
    },

    async drain(jobs) {
      const count = countdown(jobs);
      const runner = await start(() => count.ran(1));
      await count.done;
      waiting -= jobs;
      if (waiting === 0) await noneLeft(pgPool, REST);
      await runner.stop();
    },

    async pickup(probes) {
      const pickUps = new PickUps();
      const runner = await start(() => pickUps.seen());
      const latencies = await pickUps.run(probes, () => utils.addJob("noop", {}));
      await runner.stop();
      return latencies;
    },

    async close() {
      await utils?.release();
      await pgPool.end();
    },
  };
}
