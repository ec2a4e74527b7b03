import { z } from 'zod';
import { tool, toolset } from '../tool.js';

const projectRoot = z.string().optional().describe('Default: the current folder.');
const id = z.string().regex(/^[0-9]+(\.[0-9]+)*$/);

/** A task (spec 001, D3); unknown fields are preserved. */
export const task = z.looseObject({
  id,
  title: z.string().min(3),
  description: z.string().optional(),
  dependencies: z.array(z.string()).optional(),
  priority: z.enum(['low', 'medium', 'high']).optional(),
  research_context: z
    .looseObject({
      technologies: z.array(z.string()).optional(),
      context7_docs: z.array(z.string()).optional(),
      cached_research: z.array(z.string()).optional(),
      key_findings: z.array(z.string()).optional(),
    })
    .optional(),
  execution_routing: z
    .looseObject({
      primary_agent: z.string().optional(),
      support_agents: z.array(z.string()).optional(),
      tdd_requirements: z
        .strictObject({
          test_first: z.boolean().optional(),
          coverage_target: z.number().min(0).max(100).optional(),
          test_types: z.array(z.string()).optional(),
        })
        .optional(),
    })
    .optional(),
  validation_gates: z
    .strictObject({
      must_pass_tests: z.boolean().optional(),
      security_scan: z.boolean().optional(),
      performance_check: z.boolean().optional(),
    })
    .optional(),
  status: z.enum(['todo', 'in_progress', 'done', 'blocked']).optional(),
});

/** The three tools of TaskMaster for builds (spec 001, D1), which never write its files. */
export const taskMaster = toolset({
  id: 'task-master',
  title: 'TaskMaster',
  instructions: 'Keeps the tasks of a project.',
  tools: {
    parse_prd: tool({
      purpose: 'Makes tasks of the text of a product document.',
      input: z.object({ projectRoot, prdPath: z.string().default('.taskmaster/docs/prd.txt').describe('The document.') }),
      output: z.object({ tasksFile: z.string(), numTasks: z.int() }),
      example: { prdPath: '.taskmaster/docs/prd.txt' },
      unanswered: { tasksFile: '', numTasks: 0 },
      failures: ['The document is not there.'],
      fallback: 'The document is copied to a folder for temporary files and read once more; then the error is reported.',
      readOnly: false,
      idempotent: true,
      timeoutMs: 60_000,
      retries: 2,
      delaysMs: [1_000, 3_000],
    }),
    get_tasks: tool({
      purpose: 'Gives all tasks.',
      input: z.object({ projectRoot }),
      output: z.object({ tasks: z.array(task) }),
      example: {},
      unanswered: { tasks: [] },
      failures: ['There are no tasks yet.'],
      fallback: 'The file of the tasks, where it is there.',
      readOnly: true,
      idempotent: true,
      timeoutMs: 15_000,
      retries: 1,
    }),
    analyze_project_complexity: tool({
      purpose: 'Scores how complex the tasks are.',
      input: z.object({ projectRoot }),
      output: z.object({ complexityScore: z.number(), annotations: z.array(z.string()) }),
      example: {},
      unanswered: { complexityScore: 0, annotations: [] },
      failures: [],
      fallback: 'The tasks are taken as they are.',
      readOnly: false,
      idempotent: true,
      timeoutMs: 30_000,
      retries: 1,
    }),
  },
});
