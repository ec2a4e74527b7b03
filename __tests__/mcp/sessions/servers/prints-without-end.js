import { signIn } from './protocol.js';

signIn();
const lines = 'y\n'.repeat(50_000);
const print = () => process.stdout.write(lines, print);
print();
