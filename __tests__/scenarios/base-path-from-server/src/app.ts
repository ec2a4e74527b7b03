import express from 'express';
import { parcels } from './parcels';

const app = express();
app.use('/api/v1/parcels', parcels);
app.listen(3000);
