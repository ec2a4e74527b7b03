import { handoff } from './handoff.js';
import type { Hook } from './hook.js';
import { protectStorage } from './protect-storage.js';
import { qualityGate } from './quality-gate.js';
import { taskCompleted } from './task-completed.js';
import { teammateIdle } from './teammate-idle.js';
import { trackFileChange } from './track-file-change.js';

export const hooks: readonly Hook[] = [qualityGate, taskCompleted, teammateIdle, trackFileChange, handoff, protectStorage];
