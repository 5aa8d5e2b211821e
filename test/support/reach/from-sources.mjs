/** The command from its sources instead of a build, so that what it reaches is known by file and function. */
import { main } from '../../../src/cli/main.ts';

await main();
