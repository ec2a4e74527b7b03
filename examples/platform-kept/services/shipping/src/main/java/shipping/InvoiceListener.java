package shipping;

import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.stereotype.Component;

@Component
public class InvoiceListener {
  record InvoiceIssued(String number, String order) {}

  @KafkaListener(topics = "invoices.issued", groupId = "shipping")
  public void issued(InvoiceIssued invoice) {
    System.out.println("Pack the parcel of " + invoice.order());
  }
}
