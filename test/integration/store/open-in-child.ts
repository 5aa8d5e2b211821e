/** Opens a data directory and prints its teams. */
import { openStore } from '../../../src/store/store.ts';

const [, , dataDirectory = ''] = process.argv;
const store = await openStore({ dataDirectory });
process.stdout.write(JSON.stringify(await store.teams.list()));
await store.close();
