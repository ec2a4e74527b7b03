import type { Extractor } from '../../../extractor.js';
import { channelNames } from '../events/channel-names.js';
import { kafka } from '../events/kafka.js';
import { ownSenders } from '../events/own-senders.js';
import { pika } from '../events/pika.js';
import type { Source } from '../source.js';
import { asgi } from './asgi/index.js';
import { connexion } from './connexion/index.js';
import { decorated } from './decorated/index.js';
import { django } from './django/index.js';
import { falcon } from './falcon/index.js';
import { fastapi } from './fastapi/index.js';
import { flask } from './flask/index.js';
import { litestar } from './litestar/index.js';
import { middleware } from './middleware/index.js';
import { others } from './others/index.js';
import type { Profile } from './profile.js';
import { tornado } from './tornado/index.js';

export type Framework = Extractor<Source> & Pick<Profile, 'unnamed'>;

/** All supported Python frameworks. */
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
