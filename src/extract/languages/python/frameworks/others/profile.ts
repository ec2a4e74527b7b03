import type { Profile } from '../profile.js';

/**
 * Frameworks recognised only by their imports; `used`: code that must also occur, because the service may have modules of that
 * name.
 */
export const OTHERS: readonly (readonly [title: string, imported: string, used?: RegExp])[] = [
  ['Pyramid', 'pyramid\\.(?:config|view)|cornice'],
  ['CherryPy', 'cherrypy'],
  ['Esmerald', 'esmerald|ravyn|lilya'],
  ['web.py', 'web', /\bweb\.application\(/],
  ['web2py', 'gluon|py4web'],
  ['TurboGears', 'tg', /\bTGController\b/],
  ['Eve', 'eve', /\bEve\(/],
  ['hug', 'hug'],
  ['Molten', 'molten'],
  ['Responder', 'responder', /\bresponder\.API\(/],
  ['Masonite', 'masonite'],
  ['Emmett', 'emmett|weppy'],
  ['Klein', 'klein'],
  ['Twisted Web', 'twisted\\.web\\.(?:resource|server)'],
  ['Cyclone', 'cyclone\\.web'],
  ['Morepath', 'morepath'],
  ['Muffin', 'muffin'],
  ['Microdot', 'microdot'],
  ['Panther', 'panther', /\bPanther\(/],
  ['APIStar', 'apistar'],
  ['Socketify', 'socketify'],
  ['Nameko', 'nameko\\.web'],
  ['Powertools for AWS Lambda', 'aws_lambda_powertools\\.event_handler'],
  ['Azure Functions', 'azure\\.functions'],
  ['Functions Framework', 'functions_framework'],
  ['Flask-Classful', 'flask_classful|flask_classy'],
  ['Flask-AppBuilder', 'flask_appbuilder'],
  ['Flask-Rebar', 'flask_rebar'],
  ['Flask-Restless', 'flask_restless'],
  ['Flask-REST-JSONAPI', 'flask_rest_jsonapi|flask_combo_jsonapi'],
  ['Flask-Resty', 'flask_resty'],
  ['Flask-Potion', 'flask_potion'],
  ['SAFRS', 'safrs'],
  ['Tastypie', 'tastypie'],
  ['BentoML', 'bentoml'],
  ['Ray Serve', 'ray\\.serve|ray[ \\t]{1,9}import[ \\t]{1,9}serve'],
  ['LitServe', 'litserve'],
  ['http.server', 'http\\.server|http[ \\t]{1,9}import[ \\t]{1,9}server', /\bdef[ \t]{1,9}do_(?:GET|POST|PUT|PATCH|DELETE)\b/],
  ['Werkzeug', 'werkzeug\\.routing', /\bMap\([ \t\r\n]{0,40}\[/],
];
export const IMPORTED = new RegExp(
  `^[ \\t]{0,40}(?:from|import)[ \\t]{1,9}(?:${OTHERS.map(([, one]) => `(${one})`).join('|')})\\b`,
  'gm',
);

/** Reports a recognised but unsupported framework, so that no route of the service counts as missing. */
export const othersProfile: Profile = {
  id: 'python/others',
  title: 'Other frameworks',
  signals: (text) => text.search(IMPORTED) >= 0,
};
