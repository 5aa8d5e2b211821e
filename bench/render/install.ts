/** Installs the libraries for Python that take part, where there is Python 3 with venv. */
import { pythonPeers } from './peers.ts';

if (!pythonPeers.install())
  console.warn('PlutoPrint and ferropdf are not installed, because there is no Python 3 with venv');
