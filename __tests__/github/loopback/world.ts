/** What the loopback GitHub keeps. Tests read it to see what was published, and write it to say what others did. */

/** Who does something. A bot is a GitHub App's. */
export interface Account {
  readonly login: string;
  readonly id: number;
  readonly type: 'Bot' | 'User';
}

export interface Comment {
  readonly id: number;
  /** Number of the issue or pull request. */
  readonly issue: number;
  readonly author: Account;
  readonly createdAt: string;
  body: string;
  updatedAt: string;
}

/** An annotation as a check run keeps it. */
export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number;
  readonly end_column?: number;
  readonly annotation_level: 'notice' | 'warning' | 'failure';
  readonly message: string;
  readonly title?: string;
  readonly raw_details?: string;
}

export interface CheckRun {
  readonly id: number;
  /** Slug of the GitHub App that made it: no other may change it. */
  readonly app: string;
  readonly headSha: string;
  name: string;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: string | null;
  detailsUrl: string | null;
  externalId: string | null;
  startedAt: string;
  completedAt: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  annotations: Annotation[];
}

export interface Issue {
  readonly number: number;
  readonly author: Account;
  readonly createdAt: string;
  title: string;
  body: string;
  state: 'open' | 'closed';
  stateReason: string | null;
  closedBy?: Account;
  labels: string[];
}

export interface PullRequest extends Issue {
  /** Full name of the repository that the change comes from; differs from the base's for a fork. */
  readonly headRepository: string;
  readonly headRef: string;
  readonly baseRef: string;
  headSha: string;
  baseSha: string;
  mergeSha: string | null;
}

export interface ReviewComment {
  readonly id: number;
  readonly pull: number;
  readonly review: number;
  readonly author: Account;
  readonly path: string;
  readonly line: number;
  readonly startLine: number | null;
  readonly side: 'LEFT' | 'RIGHT';
  readonly commit: string;
  readonly createdAt: string;
  body: string;
}

export interface Review {
  readonly id: number;
  readonly pull: number;
  readonly author: Account;
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED' | 'PENDING';
  readonly body: string;
  /** The head that was reviewed. */
  readonly commit: string;
  readonly submittedAt: string;
}

/** An artifact of a workflow run: `archive` is the zip that is served. */
export interface Artifact {
  readonly id: number;
  readonly run: number;
  readonly name: string;
  readonly archive: Buffer;
  readonly expired: boolean;
}

/** A workflow run, as `workflow_run` and the API show it. */
export interface WorkflowRun {
  readonly id: number;
  readonly event: string;
  readonly headSha: string;
  readonly headBranch: string;
  readonly headRepository: string;
  readonly conclusion: string;
}

export interface SarifUpload {
  readonly id: string;
  readonly commit: string;
  readonly ref: string;
  /** The document, unpacked. */
  readonly sarif: unknown;
  readonly toolName: string | null;
  /** How often its state was asked: the first answer is `pending`, as on GitHub. */
  asked: number;
}

export type Level = 'none' | 'read' | 'write' | 'admin';

export interface World {
  readonly owner: string;
  readonly name: string;
  readonly defaultBranch: string;
  readonly private: boolean;
  /** Whether code scanning is switched on. */
  codeScanning: boolean;
  /** Bare git repository that contents, commits and diffs are read from. */
  readonly git: string | undefined;
  readonly pulls: PullRequest[];
  readonly issues: Issue[];
  readonly comments: Comment[];
  readonly checkRuns: CheckRun[];
  readonly reviews: Review[];
  readonly reviewComments: ReviewComment[];
  readonly artifacts: Artifact[];
  readonly runs: WorkflowRun[];
  readonly sarifs: SarifUpload[];
  readonly collaborators: Map<string, Level>;
  /** Commits that exist beside those of `git`. */
  readonly commits: Set<string>;
  /** The next free id; ids grow with time. */
  nextId: () => number;
}

/** What a test says of the repository; all else begins empty. */
export interface Beginning {
  readonly owner?: string;
  readonly name?: string;
  readonly private?: boolean;
  readonly git?: string;
}

export function createWorld(beginning: Beginning): World {
  let last = 1000;
  return {
    owner: beginning.owner ?? 'octo-org',
    name: beginning.name ?? 'service',
    defaultBranch: 'main',
    private: beginning.private ?? false,
    codeScanning: true,
    git: beginning.git,
    pulls: [],
    issues: [],
    comments: [],
    checkRuns: [],
    reviews: [],
    reviewComments: [],
    artifacts: [],
    runs: [],
    sarifs: [],
    collaborators: new Map(),
    commits: new Set(),
    nextId: () => ++last,
  };
}

/** Now, as GitHub writes it: to the second. */
export function timestamp(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}
