import { signIn } from './protocol.js';

signIn();
process.stdout.write('Listening on stdio ...\n');
process.stdin.resume();
