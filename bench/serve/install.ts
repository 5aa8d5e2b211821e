/** `npm run install-gotenberg` builds the server that `bench/serve` compares with. */
import { installGotenberg } from './gotenberg.ts';

console.log(installGotenberg());
