/** The default theme of VitePress, with tables that fit on a phone. */
import theme from 'vitepress/theme';
import './tables.css';

export default theme;
