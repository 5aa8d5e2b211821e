/** Opens a data directory and prints its teams. */
import { openStore } from '../../../src/store/store.ts';

const [, , dataDirectory = ''] = process.argv;
const store = openStore({ dataDirectory });
process.stdout.write(JSON.stringify(store.teams.list()));
store.close();
