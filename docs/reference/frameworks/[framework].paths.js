import { frameworkPages } from '../../.vitepress/pages.js';

export default { paths: frameworkPages };
