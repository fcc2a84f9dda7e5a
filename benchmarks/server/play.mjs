// Tables of four people who play Rage, each moving a while after it is their turn; how long a move takes until it is shown.
// usage: node play.mjs PORT[,PORT…] TABLES SECONDS PACE   (PACE: seconds from one's turn to one's move, on average)
// With several ports tables are opened at one after the other, and the pages of a table are spread over all of them.
import WebSocket from "ws";

const ports = process.argv[2].split(",").map(Number);
const [tables, seconds, pace] = process.argv.slice(3).map(Number);
const SEATS = 4;
const OF_ONE = 39; // tables that one person keeps
const AT_ONCE = 10; // tables that are opened at the same time
const originOf = (index) => `http://127.0.0.1:${ports[index % ports.length]}`;
const latencies = [];
let moves = 0;
let refused = 0;
let counting = false;

const ask = async (origin, path, cookie, body) => {
  const headers = { cookie, origin, "content-type": "application/json" };
  return (await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
};

const groups = new Map();
async function people(group) {
  if (!groups.has(group))
    groups.set(group, Promise.all(Array.from({ length: SEATS }, async () =>
      (await fetch(`${originOf(group)}/api/me`)).headers.get("set-cookie").split(";")[0])));
  return groups.get(group);
}

class Page {
  constructor(origin, id, cookie, seat) {
    this.seat = seat;
    this.n = 0;
    this.waiting = new Map();
    this.sent = null;
    this.number = -1;
    this.planned = false;
    this.socket = new WebSocket(`${origin.replace("http", "ws")}/ws/${id}`, { perMessageDeflate: false, headers: { cookie }, origin });
    this.socket.on("message", (data) => this.hear(JSON.parse(data.toString())));
    this.open = new Promise((resolve, reject) => { this.socket.once("open", resolve); this.socket.once("error", reject); });
  }
  ask(type, fields) {
    const n = this.n++;
    this.socket.send(JSON.stringify({ type, n, ...fields }));
    return new Promise((resolve) => this.waiting.set(n, resolve));
  }
  hear(message) {
    if (message.type === "ok" || message.type === "refused") {
      if (message.type === "refused" && counting) refused += 1;
      this.waiting.get(message.n)?.(message);
      this.waiting.delete(message.n);
    } else if (message.type === "update" || message.type === "welcome") this.see(message);
  }
  see(message) {
    if (message.type === "update" && message.seat === this.seat && this.sent !== null) {
      if (counting) { latencies.push(performance.now() - this.sent); moves += 1; }
      this.sent = null;
    }
    this.number = message.number;
    if (message.outcome) { this.ask("rematch", {}); return; }
    const eye = message.eyes[0];
    this.legal = eye?.view.turn.includes(this.seat) ? eye.legal : [];
    if (this.legal.length && !this.planned && this.sent === null) {
      this.planned = true;
      setTimeout(() => this.move(), pace * 1000 * (0.5 + Math.random()));
    }
  }
  move() {
    this.planned = false;
    if (!this.legal.length) return;
    const move = this.legal[Math.floor(Math.random() * this.legal.length)];
    this.sent = performance.now();
    this.ask("move", { seat: this.seat, move, seen: this.number }).then((given) => {
      if (given.type === "refused") this.sent = null;
    });
  }
}

async function gather(index) {
  const cookies = await people(Math.floor(index / OF_ONE));
  const { id, why } = await ask(originOf(index), "/api/tables", cookies[0], { game: "rage", seats: SEATS });
  if (!id) throw new Error(why);
  const pages = cookies.map((cookie, seat) => new Page(originOf(index + seat), id, cookie, seat));
  for (const page of pages) {
    await page.open;
    page.socket.send(JSON.stringify({ type: "hello", protocol: 1, client: `page-${index}-${page.seat}` }));
    const given = await page.ask("sit", { seat: page.seat, name: `P${page.seat}` });
    if (given.type !== "ok") throw new Error(given.why);
  }
  return pages;
}

const all = [];
for (let index = 0; index < tables; index += AT_ONCE)
  all.push(...(await Promise.all(Array.from({ length: Math.min(AT_ONCE, tables - index) }, (_, k) => gather(index + k)))));
process.stdout.write("joined\n");
for (const pages of all) await pages[0].ask("start", {});
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
await pause(2000 * pace);
process.stdout.write("counting\n");
counting = true;
const start = performance.now();
await pause(seconds * 1000);
counting = false;
const took = (performance.now() - start) / 1000;
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.floor(latencies.length * share)] ?? null;
console.log(JSON.stringify({ sent: moves / took, heard: (moves * SEATS) / took, p50: at(0.5), p99: at(0.99), refused }));
process.exit(0);
