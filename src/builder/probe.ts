import type { EndpointTest } from '../model/validation.js';
import type { Analysis } from '../rules/judge.js';

/** Requests to a started service: `src/live` behind it, which builds do not choose themselves. */
export interface ServiceProbe {
  /** A port of the loopback interface that nobody listens on. */
  readonly freePort: () => Promise<number>;
  /** Whether something accepts connections on a port of the loopback interface. */
  readonly isListening: (port: number) => Promise<boolean>;
  /** Calls the promised endpoints of the service on that port, those that change data too, and compares what they answer. */
  readonly test: (port: number, analysis: Analysis) => Promise<readonly EndpointTest[]>;
}
