import { signIn } from './protocol.js';

signIn();
process.stdin.resume();
