import express from 'express';

const app = express();
app
  .route('/lamps/:id')
  .get((req, res) => res.sendStatus(204))
  .patch((req, res) => res.sendStatus(204));
app.get('/lampShades', (req, res) => res.sendStatus(204));
