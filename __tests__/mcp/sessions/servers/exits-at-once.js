import { signIn } from './protocol.js';

signIn();
process.stderr.write('no database at \u001b[31m/srv/db\u001b[0m, and the token is hunter2-hunter2\n');
process.exitCode = 1;
