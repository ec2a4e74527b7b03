import type { Profile } from '../../../../extractor.js';

/** Code that registers or changes routes, recognised only by these words. */
export const OTHERS: readonly (readonly [detail: string, words: string])[] = [
  ['Routes of ServiceStack are not read.', 'using[ \\t]{1,9}ServiceStack\\b'],
  ['Routes of Nancy are not read.', 'using[ \\t]{1,9}Nancy\\b'],
  [
    'Conventions of the service change routes when it starts, which is not read.',
    '\\bAttributeRouteModel\\b|\\bRouteTokenTransformerConvention\\b',
  ],
  ['Routes of OData are not read.', '\\bODataController\\b|\\.AddOData\\s{0,9}\\(|\\bMapOData\\w{0,40}\\('],
  ['Routes of gRPC JSON transcoding are not read.', '\\.AddJsonTranscoding\\s{0,9}\\('],
  ['Routes of Azure Functions are not read.', '\\[[ \\t]{0,9}HttpTrigger\\b'],
  [
    'Routes of AWS Lambda are not read.',
    '\\[[ \\t]{0,9}(?:HttpApi|RestApi)[ \\t]{0,9}\\(|using[ \\t]{1,9}Amazon\\.Lambda\\.APIGatewayEvents\\b',
  ],
  [
    'Routes of a framework that is not read: Wolverine, ABP, Giraffe, EmbedIO, GenHTTP, Sisk, Watson, Ocelot, JsonApiDotNetCore, CoreWCF.',
    'using[ \\t]{1,9}(?:Wolverine\\.Http|Volo\\.Abp|Giraffe|EmbedIO|GenHTTP|Sisk\\.Core|WatsonWebserver|Ocelot|JsonApiDotNetCore|CoreWCF)\\b|\\.UseGiraffe\\s{0,9}\\(',
  ],
  ['What listens to HTTP by itself is not read.', '\\bnew[ \\t]{1,9}(?:System\\.Net\\.)?HttpListener\\b'],
  [
    'Sources of endpoints, and routers that the service makes itself, are not read.',
    '\\.DataSources\\.Add\\s{0,9}\\(|\\.UseRouter\\s{0,9}\\(|:[^{;\\n]{0,200}\\b(?:EndpointDataSource|DynamicRouteValueTransformer)\\b',
  ],
  ['`UsePathBase` puts a prefix before all routes, which is not read.', '\\.UsePathBase[ \\t]{0,9}\\('],
];
export const WORDS = new RegExp(OTHERS.map(([, words]) => `(${words})`).join('|'));

/** Frameworks that are recognised but not analysed, so that no operation of such a service is reported as missing. */
export const othersProfile: Profile = {
  id: 'csharp/others',
  title: 'Other frameworks',
  signals: (text) => WORDS.test(text),
};
