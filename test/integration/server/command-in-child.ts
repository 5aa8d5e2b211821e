/** Runs the command from its sources, for tests that end a server's process: `node command-in-child.ts serve …`. */
import { main } from '../../../src/cli/main.ts';

await main();
