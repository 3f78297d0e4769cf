// The process of one contender, as ContenderMain is for those in Java: a request a line from standard input, each
// answered with one line, "ok" and what was measured, or "failed" and why. Arguments: module, URL, settings name=value.
import { createInterface } from "node:readline";

const [module, jdbcUrl, ...pairs] = process.argv.slice(2);
const settings = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2)));
const { create } = await import(`./${module}.js`);
const contender = create(jdbcUrl.replace(/^jdbc:/, ""), settings);

// Whatever a library prints must not be taken for an answer.
console.log = console.info = console.debug = console.warn;

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write((await answer(line.split(" "))) + "\n");
}
await contender.close();
process.exit(0);

async function answer([request, ...numbers]) {
  try {
    if (typeof contender[request] !== "function") {
      throw new Error(`${request} is not measured for ${module}`);
    }
    const before = performance.now();
    const measured = await contender[request](...numbers.map(Number));
    return "ok " + JSON.stringify({ millis: performance.now() - before, ...measured });
  } catch (error) {
    return "failed " + String(error).replaceAll("\n", " ");
  }
}
