import type { Extractor } from '../../../extractor.js';
import { channelNamesProfile } from '../events/channel-names-profile.js';
import { kafkaProfile } from '../events/kafka-profile.js';
import { ownSendersProfile } from '../events/own-senders-profile.js';
import type { Source } from '../source.js';
import { chiProfile } from './chi-profile.js';
import { echoProfile } from './echo-profile.js';
import { fiberProfile } from './fiber-profile.js';
import { ginProfile } from './gin-profile.js';
import { goRestfulProfile } from './go-restful-profile.js';
import { goSwaggerProfile } from './go-swagger-profile.js';
import { goZeroProfile } from './go-zero-profile.js';
import { gorillaMuxProfile } from './gorilla-mux-profile.js';
import { grpcGatewayProfile } from './grpc-gateway-profile.js';
import { hertzProfile } from './hertz-profile.js';
import { httprouterProfile } from './httprouter-profile.js';
import { humaProfile } from './huma-profile.js';
import { irisProfile } from './iris-profile.js';
import { netHttpProfile } from './net-http-profile.js';
import { othersProfile } from './others.js';
import { routegroupProfile } from './routegroup-profile.js';

/** What is said of each framework in the README, and which files may use it. */
export const profiles: readonly Omit<Extractor<Source>, 'extract'>[] = [
  netHttpProfile,
  ginProfile,
  echoProfile,
  chiProfile,
  fiberProfile,
  hertzProfile,
  humaProfile,
  irisProfile,
  gorillaMuxProfile,
  httprouterProfile,
  goRestfulProfile,
  goSwaggerProfile,
  goZeroProfile,
  grpcGatewayProfile,
  routegroupProfile,
  kafkaProfile,
  channelNamesProfile,
  ownSendersProfile,
  othersProfile,
];
