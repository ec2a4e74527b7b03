import type { Extractor } from '../../../extractor.js';
import { channelNames } from '../events/channel-names.js';
import { kafka } from '../events/kafka.js';
import { ownSenders } from '../events/own-senders.js';
import { pika } from '../events/pika.js';
import type { Source } from '../source.js';
import { asgi } from './asgi.js';
import { connexion } from './connexion.js';
import { decorated } from './decorated.js';
import { django } from './django.js';
import { falcon } from './falcon.js';
import { fastapi } from './fastapi.js';
import { flask } from './flask.js';
import { litestar } from './litestar.js';
import { middleware } from './middleware.js';
import { others } from './others.js';
import type { Profile } from './profile.js';
import { tornado } from './tornado.js';

export type Framework = Extractor<Source> & Pick<Profile, 'unnamed'>;

/** All frameworks of Python that are read. */
export const frameworks: readonly Framework[] = [
  fastapi,
  flask,
  connexion,
  django,
  asgi,
  tornado,
  litestar,
  falcon,
  decorated,
  middleware,
  kafka,
  pika,
  channelNames,
  ownSenders,
  others,
];
