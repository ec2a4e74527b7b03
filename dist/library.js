import { library } from './index.js';
export const { ServiceContractRegistry, TOOL, UserError, analyse, check, collectFacts, diffContracts, diffRules, generateComplianceMatrix, link, loadContracts, mergeSheets, parseComplianceMatrix, parseRequirements, parseSheet, printSheet, readSpec, reports, repositorySource, rules, scan, serviceRows, specHash, updateComplianceEntry } = await library();
