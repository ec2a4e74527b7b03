/** The public API of Tallystick; anything that is not exported here may change at any time. */
export { type CheckOptions, type CheckResult, check } from './commands/check.js';
export type { Contract, ExpectedResponse, Operation, Parameter } from './contracts/contract.js';
export { type ContractRequest, type LoadedContracts, loadContracts } from './contracts/load.js';
export { type Loaded, type Marked, ServiceContractRegistry } from './contracts/registry/registry.js';
export type { ServiceContract } from './contracts/registry/service-contract.js';
export { type ContractSource, repositorySource } from './contracts/registry/source.js';
export { readSpec, specHash } from './contracts/registry/spec-hash.js';
export {
  type Milestone,
  parseRequirements,
  type Requirement,
  type Requirements,
  type Table,
} from './contracts/requirements/requirements.js';
export { type ServiceRow, serviceRows } from './contracts/requirements/service-table.js';
export type { ContractChange, ContractDiff, Undecided } from './diff/change.js';
export { diffContracts } from './diff/diff.js';
export type { DiffRule } from './diff/rule.js';
export { diffRules } from './diff/rules.js';
export type { Codebase, CodeResponse, CodeRoute } from './facts/codebase.js';
export type { FactSheet } from './facts/fact-sheet.js';
export { link } from './facts/link.js';
export { mergeSheets } from './facts/sheets/merge.js';
export { parseSheet, printSheet } from './facts/sheets/sheet-parse.js';
export type { Method, PathTemplate, RouteMethod } from './model/endpoint.js';
export type { Gap, GapReason } from './model/gap.js';
export type { Location } from './model/location.js';
export type { Definitions, Field, Shape } from './model/shape.js';
export { TOOL } from './model/tool.js';
export { UserError } from './model/user-error.js';
export {
  type ComplianceEntry,
  type ComplianceMatrix,
  generateComplianceMatrix,
  parseComplianceMatrix,
  updateComplianceEntry,
} from './reports/compliance-matrix.js';
export { reports } from './reports/index.js';
export type { Report, ReportOptions } from './reports/report.js';
export { rules } from './rules/index.js';
export type { Analysis, Health, MatrixRow, Status, Summary } from './rules/judge.js';
export type { Outcome, Pairing, Problem, Rule, Severity, Verdict, Violation } from './rules/rule.js';
export type { Scans } from './rules/scans.js';
export {
  type AnalysisRequest,
  analyse,
  collectFacts,
  type FactsRequest,
  type ScanRequest,
  scan,
} from './scan.js';
