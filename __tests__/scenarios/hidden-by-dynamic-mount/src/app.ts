import express, { Router } from 'express';
import { createAdmin } from 'harbour-admin';

const ships = Router();
ships.get('/', (req, res) => res.status(204).end());

const app = express();
app.use('/ships', ships);
app.use('/admin', createAdmin());
