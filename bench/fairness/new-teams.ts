/** Measures what a team costs whose last document was too long ago for the server to keep a page for it. */
import { median } from '../median.ts';
import { produce } from '../serve/produce.ts';

/** Requests one receipt and returns the status of the response. */
export type Caller = () => Promise<number>;

const concurrency = 3;
const seconds = Number(process.env.SECONDS ?? 5);
const turns = 3;

/**
 * PDFs a second for three callers: each of its own team, and with another team for each request. `others` are more teams
 * than the server keeps pages for, in turn. In turns, because the machine may be busy with something else.
 */
export async function measureNewTeams(own: readonly Caller[], others: readonly Caller[]): Promise<string> {
  const rates: Record<'own' | 'new', number[]> = { own: [], new: [] };
  const inTurn = (callers: readonly Caller[]) => {
    let next = 0;
    return () => callers[next++ % callers.length];
  };
  const [ownTeam, newTeam] = [inTurn(own), inTurn(others)];
  for (let turn = 0; turn <= turns; turn++) {
    const ownRate = await rate(ownTeam);
    const newRate = await rate(newTeam);
    // The first turn warms the server up.
    if (turn === 0) continue;
    rates.own.push(ownRate);
    rates.new.push(newRate);
  }
  const [ownRate, newRate] = [median(rates.own), median(rates.new)];
  return `| ${ownRate.toFixed(0)} | ${newRate.toFixed(0)} | ${(newRate / ownRate).toFixed(2)} |`;
}

async function rate(nextCaller: () => Caller | undefined): Promise<number> {
  const deliver = async () => {
    const status = await nextCaller()?.();
    if (status !== 200) throw new Error(`A receipt was answered with ${status}.`);
  };
  return (await produce(deliver, { callers: concurrency, seconds })).rate;
}
