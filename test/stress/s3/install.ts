/** `npm run install-s3` installs moto for `moto.test.ts`, with Python 3 and its pip. */
import { judge } from './judge.ts';

if (!judge.install()) throw new Error('moto is not installed, because there is no Python 3 with venv');
console.log(judge.folder);
