import express, { Router } from 'express';

const old = Router();
old.get('/tides', (req, res) => res.status(204).end());
const current = Router();
current.get('/tides', (req, res) => res.status(204).end());

const app = express();
app.use('/v1', old);
app.use('/v2', current);
