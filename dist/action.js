#!/usr/bin/env node
import { action } from './index.js';
await action();
