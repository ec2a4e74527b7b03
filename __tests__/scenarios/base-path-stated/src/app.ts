import express, { Router } from 'express';

const notes = Router();
notes.get('/notes', (req, res) => res.status(204).end());

const app = express();
app.use('/internal', notes);
