import type { Profile } from '../profile.js';

/** What the extractor resolves for Flask, and what stays unresolved. */
export const flaskProfile: Profile = {
  id: 'python/flask',
  title: 'Flask',
  resolves: [
    'apps and blueprints in any file, made in functions too, or kept by an instance (`self.app`), of classes that extend them as well; `register_blueprint` with nested prefixes',
    '`route`, `get` and the like, `add_url_rule`, `MethodView`; what converters (`<int:id>`) give views',
    'returned dictionaries and lists, `jsonify`, tuples with a status',
    'marshmallow: schemas with nesting, `data_key`, `post_dump` envelopes, `dump` and `jsonify`, `marshal_with` of flask-apispec, `response` of Flask-Smorest and APIFairy, `output` of APIFlask (models of pydantic as well)',
    'helpers of the service that make responses, with values and statuses by their place',
    'Flask-RESTful and Flask-RESTX: resources and namespaces; models and fields with `marshal_with`, `marshal_list_with` and `marshal`',
    'Flask-Smorest: APIs, blueprints',
  ],
  gaps: [
    'rules that are only known when the service runs',
    'dictionaries of fields of Flask-RESTful in another file, and what its `Nested` makes of a value; helpers that are given values by name',
  ],
  unnamed: true,
  signals: (text) =>
    /\b(?:api)?flask\w*\b|\bquart\b|\bBlueprint\b|\.register_blueprint\(|\bMethodView\b|\.add_resource\(/.test(text),
};
