import { z } from 'zod';
import { tool, toolset } from '../tool.js';

const projectRoot = z.string().optional().describe('Default: the current folder.');
const context7CompatibleLibraryID = z.string().min(1).describe('As `resolve-library-id` gives it.');

/** The two tools of Context7 for builds (spec 001, D1). */
export const context7 = toolset({
  id: 'context7',
  title: 'Context7',
  instructions: 'Gives the documentation of libraries.',
  tools: {
    'resolve-library-id': tool({
      purpose: 'Finds the id of a library.',
      input: z.object({ projectRoot, libraryName: z.string().min(1).describe('Its usual name.') }),
      output: z.object({ context7CompatibleLibraryID: z.string() }),
      example: { libraryName: 'express' },
      unanswered: { context7CompatibleLibraryID: '' },
      failures: ['There is no such library.'],
      fallback: 'The build goes on without its documentation.',
      readOnly: true,
      idempotent: true,
      timeoutMs: 15_000,
      retries: 2,
    }),
    'get-library-docs': tool({
      purpose: 'Gets the documentation of a library about a topic.',
      input: z.object({ projectRoot, context7CompatibleLibraryID, topic: z.string().min(1).describe('What it is asked for.') }),
      output: z.object({ files: z.array(z.string()).describe('What was written into `.taskmaster/docs/research/`.') }),
      example: { context7CompatibleLibraryID: '/expressjs/express', topic: 'routing' },
      unanswered: { files: [] },
      failures: ['There is no such library, or nothing about the topic.'],
      fallback: 'What was found before.',
      readOnly: false,
      idempotent: true,
      timeoutMs: 45_000,
      retries: 2,
    }),
  },
});
