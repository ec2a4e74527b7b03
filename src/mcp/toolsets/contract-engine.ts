import { z } from 'zod';
import { tool, toolset } from '../tool.js';

const id = z.string().min(1).describe('Id of the contract, as `list_contracts` gives it.');
const service = z.string().min(1).describe('Name of the service that keeps the contract.');
const anyService = z
  .string()
  .describe(
    'Name of the service that keeps the contract, as `list_contracts` gives it. Contracts that name no service count for every name; empty: those alone.',
  );
const spec = z.record(z.string(), z.unknown()).describe('The document: OpenAPI, AsyncAPI or JSON Schema.');
const kind = z.enum(['openapi', 'asyncapi', 'json_schema']);
const status = z.enum(['draft', 'active', 'implemented', 'violated']).or(z.string());

export const contractRow = z.object({
  id: z.string(),
  type: z.string(),
  version: z.string(),
  service_name: z.string(),
  spec_hash: z.string().describe('SHA-256 of the document as canonical JSON, in hex.'),
  status,
});

/** One difference between a response and its contract (INT-004). */
const endpointViolation = z.object({
  field: z.string().describe('Dotted path, `[]` for items; empty: the body as a whole.'),
  expected: z.string(),
  actual: z.string(),
});

/** A change in a new version of a contract. */
const contractChange = z.object({
  rule: z.string(),
  severity: z.enum(['error', 'warning', 'note']),
  breaking: z.boolean(),
  subject: z.string(),
  message: z.string(),
});

/** A problem of a document. */
const specProblem = z.object({
  path: z.string().describe('JSON pointer into the document; empty: the whole.'),
  message: z.string(),
});

/** The nine tools of the Contract Engine (SVC-001 to SVC-006; the last three are this project's). */
export const contractEngine = toolset({
  id: 'contract-engine',
  title: 'Contract Engine',
  instructions:
    'Keeps the API contracts of the services. Ask get_contract before you write an endpoint, validate_endpoint with a real response after it, and mark_implemented with the file that implements it: it is refused unless the scan finds the contract kept.',
  tools: {
    get_contract: tool({
      purpose: 'Gives a contract with its document.',
      input: z.object({ contract_id: id }),
      output: contractRow.extend({ spec }).nullable(),
      example: { contract_id: 'openapi.yaml' },
      unanswered: null,
      failures: ['The answer is null when there is no such contract.'],
      fallback: 'The cache of contracts in the repository, then the service tables of the requirements.',
      readOnly: true,
      idempotent: true,
    }),
    validate_endpoint: tool({
      purpose: 'Compares a response of a running endpoint with what its contract promises.',
      input: z.object({
        service_name: anyService,
        method: z.string().min(1).describe('GET, POST, ...'),
        path: z.string().min(1).describe('As requested (`/books/7`) or as the contract writes it (`/books/{id}`).'),
        response_body: z.unknown().optional().describe('The body as JSON; a text where it is none. Default: there was no body.'),
        status_code: z.int().min(100).max(599).default(200).describe('Status of the response.'),
        content_type: z.string().optional().describe('Its media type, where it is known.'),
      }),
      output: z.object({ valid: z.boolean(), violations: z.array(endpointViolation), error: z.string().optional() }),
      example: { service_name: 'books', method: 'GET', path: '/books/7', response_body: { id: 7 } },
      unanswered: { valid: false, violations: [], error: 'not answered' },
      failures: ['`error` says why nothing could be compared: no such service, endpoint or status; `valid` is then false.'],
      fallback: 'The embedded engine compares the response.',
      readOnly: true,
      idempotent: true,
    }),
    generate_tests: tool({
      purpose: 'Writes a test file that holds a running service against a contract.',
      input: z.object({
        contract_id: id,
        framework: z.enum(['pytest', 'jest']).default('pytest').describe('What runs the tests.'),
        include_negative: z.boolean().default(true).describe('With requests that the service has to refuse.'),
      }),
      output: z.string(),
      example: { contract_id: 'openapi.yaml', framework: 'jest' },
      unanswered: '',
      failures: ['The answer is empty when the contract has no operations to call.'],
      fallback: 'No tests are written.',
      readOnly: true,
      idempotent: true,
    }),
    check_breaking_changes: tool({
      purpose: 'Says what a new version of a contract breaks for those who rely on it.',
      input: z.object({ contract_id: id, new_spec: spec }),
      output: z.array(contractChange),
      example: { contract_id: 'openapi.yaml', new_spec: { openapi: '3.1.0' } },
      unanswered: [],
      failures: ['There is no such contract.', 'The new document cannot be read.'],
      fallback: '`tallystick diff` over the two documents.',
      readOnly: true,
      idempotent: true,
    }),
    mark_implemented: tool({
      purpose: 'Marks a contract as implemented by a file, if a scan of the code agrees.',
      input: z.object({
        contract_id: id,
        service_name: anyService,
        evidence_path: z.string().min(1).describe('File that implements it, relative to the repository.'),
      }),
      output: z.object({
        marked: z.boolean(),
        total: z.int(),
        all_implemented: z.boolean(),
        reason: z.string().optional().describe('Why it was refused.'),
      }),
      example: { contract_id: 'openapi.yaml', service_name: 'books', evidence_path: 'src/app.ts' },
      unanswered: { marked: false, total: 0, all_implemented: false },
      failures: ['`marked` is false with a reason: no such contract or file, or the scan finds it not kept there.'],
      fallback: 'It stays unmarked.',
      readOnly: false,
      idempotent: true,
    }),
    get_unimplemented_contracts: tool({
      purpose: 'Lists the contracts without an implementation.',
      input: z.object({ service_name: service.optional() }),
      output: z.array(contractRow),
      example: { service_name: 'books' },
      unanswered: [],
      failures: ['Those that name no service are listed for every one.'],
      fallback: 'The cache of contracts in the repository.',
      readOnly: true,
      idempotent: true,
    }),
    create_contract: tool({
      purpose: 'Stores a contract, or a new version of one.',
      input: z.object({
        service_name: service,
        type: kind.describe('Kind of the document.'),
        version: z.string().min(1).describe('Version of the contract, such as 1.2.0.'),
        spec,
        contract_id: z.string().min(1).optional().describe('Default: made from service and kind.'),
      }),
      output: contractRow.extend({ created: z.boolean().describe('False: it replaced an earlier version.') }),
      example: { service_name: 'books', type: 'openapi', version: '1.0.0', spec: { openapi: '3.1.0' } },
      unanswered: { id: '', type: '', version: '', service_name: '', spec_hash: '', status: '', created: false },
      failures: ['The document is not valid: nothing is stored.'],
      fallback: 'Nothing is stored.',
      readOnly: false,
      idempotent: true,
    }),
    validate_spec: tool({
      purpose: 'Says whether a document is a valid contract, and what in it is incomplete or ambiguous.',
      input: z.object({ spec, type: kind.optional().describe('Default: derived from the document.') }),
      output: z.object({
        valid: z.boolean(),
        type: z.string(),
        errors: z.array(specProblem),
        warnings: z.array(specProblem),
      }),
      example: { spec: { openapi: '3.1.0' } },
      unanswered: { valid: false, type: '', errors: [], warnings: [] },
      failures: [],
      fallback: 'The embedded engine reads the document.',
      readOnly: true,
      idempotent: true,
    }),
    list_contracts: tool({
      purpose: 'Lists the contracts, without their documents.',
      input: z.object({ service_name: service.optional(), type: kind.optional().describe('Only of this kind.') }),
      output: z.array(contractRow),
      example: { type: 'openapi' },
      unanswered: [],
      failures: ['Those that name no service are listed for every one.'],
      fallback: 'The cache of contracts in the repository.',
      readOnly: true,
      idempotent: true,
    }),
  },
});
