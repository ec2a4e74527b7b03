import { rulePages } from '../../.vitepress/pages.js';

export default { paths: rulePages };
